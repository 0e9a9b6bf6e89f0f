// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title SwapPair
/// @notice A pool of two tokens whose product never falls, for local chains: the interface of a Uniswap v2 pair as far as
/// swaps and deposits need it. The fee is 0.3 % of what is paid in.
contract SwapPair is ERC20 {
    using SafeERC20 for IERC20;

    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    error AmountMissing();
    error LiquidityMissing();
    error ProductFell();
    error TooMuch();

    address public immutable factory;
    address public immutable token0;
    address public immutable token1;
    uint112 private _reserve0;
    uint112 private _reserve1;
    uint32 private _changed;

    constructor(address token0_, address token1_) ERC20("Local Pool Share", "LPS") {
        factory = msg.sender;
        token0 = token0_;
        token1 = token1_;
    }

    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast) {
        return (_reserve0, _reserve1, _changed);
    }

    /// @notice Gives shares for what was sent here since the last call.
    function mint(address to) external returns (uint256 liquidity) {
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 amount0 = balance0 - _reserve0;
        uint256 amount1 = balance1 - _reserve1;
        uint256 supply = totalSupply();
        liquidity = supply == 0
            ? Math.sqrt(amount0 * amount1)
            : Math.min(amount0 * supply / _reserve0, amount1 * supply / _reserve1);
        if (liquidity == 0) revert AmountMissing();
        _mint(to, liquidity);
        _keep(balance0, balance1);
    }

    /// @notice Pays out what is asked for, if what was sent here since the last call is worth it.
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata) external {
        if (amount0Out == 0 && amount1Out == 0) revert AmountMissing();
        (uint256 reserve0, uint256 reserve1) = (_reserve0, _reserve1);
        if (amount0Out >= reserve0 || amount1Out >= reserve1) revert LiquidityMissing();
        if (amount0Out > 0) IERC20(token0).safeTransfer(to, amount0Out);
        if (amount1Out > 0) IERC20(token1).safeTransfer(to, amount1Out);
        (uint256 amount0In, uint256 amount1In) = _take(reserve0, reserve1, amount0Out, amount1Out);
        emit Swap(msg.sender, amount0In, amount1In, amount0Out, amount1Out, to);
    }

    function _take(uint256 reserve0, uint256 reserve1, uint256 amount0Out, uint256 amount1Out)
        private
        returns (uint256 amount0In, uint256 amount1In)
    {
        (uint256 balance0, uint256 balance1) = _balances();
        amount0In = balance0 > reserve0 - amount0Out ? balance0 - (reserve0 - amount0Out) : 0;
        amount1In = balance1 > reserve1 - amount1Out ? balance1 - (reserve1 - amount1Out) : 0;
        if (amount0In == 0 && amount1In == 0) revert AmountMissing();
        uint256 after0 = balance0 * 1000 - amount0In * 3;
        uint256 after1 = balance1 * 1000 - amount1In * 3;
        if (after0 * after1 < reserve0 * reserve1 * 1_000_000) revert ProductFell();
        _keep(balance0, balance1);
    }

    function _balances() private view returns (uint256, uint256) {
        return (IERC20(token0).balanceOf(address(this)), IERC20(token1).balanceOf(address(this)));
    }

    function _keep(uint256 balance0, uint256 balance1) private {
        if (balance0 > type(uint112).max || balance1 > type(uint112).max) revert TooMuch();
        (_reserve0, _reserve1, _changed) = (uint112(balance0), uint112(balance1), uint32(block.timestamp));
        emit Sync(uint112(balance0), uint112(balance1));
    }
}
