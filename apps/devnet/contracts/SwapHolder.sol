// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title SwapHolder
/// @notice Holds the approvals of accounts, with the calls of 0x's AllowanceHolder: within one call of an account, the operator that
/// the account names may take the amount that it names.
contract SwapHolder {
    using SafeERC20 for IERC20;

    error NotAllowed();

    mapping(address operator => mapping(address owner => mapping(address token => uint256 amount))) private _allowed;

    /// @notice Lets `operator` take `amount` while `target` is called; the caller's address follows the call's data.
    function exec(address operator, address token, uint256 amount, address payable target, bytes calldata data)
        external
        payable
        returns (bytes memory)
    {
        _allowed[operator][msg.sender][token] = amount;
        (bool isDone, bytes memory answer) = target.call{value: msg.value}(abi.encodePacked(data, msg.sender));
        delete _allowed[operator][msg.sender][token];
        if (!isDone) {
            assembly ("memory-safe") {
                revert(add(answer, 32), mload(answer))
            }
        }
        return answer;
    }

    function transferFrom(address token, address owner, address recipient, uint256 amount) external returns (bool) {
        uint256 allowed = _allowed[msg.sender][owner][token];
        if (allowed < amount) revert NotAllowed();
        _allowed[msg.sender][owner][token] = allowed - amount;
        IERC20(token).safeTransferFrom(owner, recipient, amount);
        return true;
    }
}
