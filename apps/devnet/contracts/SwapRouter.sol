// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SwapFactory} from "./SwapFactory.sol";
import {SwapPair} from "./SwapPair.sol";
import {WrappedEther} from "./WrappedEther.sol";

/// @title SwapRouter
/// @notice Swaps along pools of local chains, with the calls of Uniswap v2's second router that sell an exact amount and bear
/// tokens that keep a part of each transfer.
contract SwapRouter {
    using SafeERC20 for IERC20;

    error Expired();
    error InvalidPath();
    error PoolMissing();
    error TooLittle();
    error TransferRefused();

    address public immutable factory;
    address payable public immutable WETH;

    modifier inTime(uint256 deadline) {
        if (deadline < block.timestamp) revert Expired();
        _;
    }

    constructor(address factory_, address payable weth_) {
        factory = factory_;
        WETH = weth_;
    }

    receive() external payable {
        if (msg.sender != WETH) revert TransferRefused();
    }

    function getAmountsOut(uint256 amountIn, address[] memory path) public view returns (uint256[] memory amounts) {
        if (path.length < 2) revert InvalidPath();
        amounts = new uint256[](path.length);
        amounts[0] = amountIn;
        for (uint256 at = 0; at + 1 < path.length; at++) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(_pair(path[at], path[at + 1]), path[at], path[at + 1]);
            amounts[at + 1] = getAmountOut(amounts[at], reserveIn, reserveOut);
        }
    }

    function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) public pure returns (uint256) {
        if (amountIn == 0) revert TooLittle();
        if (reserveIn == 0 || reserveOut == 0) revert PoolMissing();
        uint256 taken = amountIn * 997;
        return taken * reserveOut / (reserveIn * 1000 + taken);
    }

    function swapExactTokensForTokensSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external inTime(deadline) {
        IERC20(path[0]).safeTransferFrom(msg.sender, _pair(path[0], path[1]), amountIn);
        IERC20 last = IERC20(path[path.length - 1]);
        uint256 before = last.balanceOf(to);
        _swap(path, to);
        if (last.balanceOf(to) - before < amountOutMin) revert TooLittle();
    }

    function swapExactETHForTokensSupportingFeeOnTransferTokens(
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external payable inTime(deadline) {
        if (path[0] != WETH) revert InvalidPath();
        WrappedEther(WETH).deposit{value: msg.value}();
        IERC20(WETH).safeTransfer(_pair(path[0], path[1]), msg.value);
        IERC20 last = IERC20(path[path.length - 1]);
        uint256 before = last.balanceOf(to);
        _swap(path, to);
        if (last.balanceOf(to) - before < amountOutMin) revert TooLittle();
    }

    function swapExactTokensForETHSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external inTime(deadline) {
        if (path[path.length - 1] != WETH) revert InvalidPath();
        IERC20(path[0]).safeTransferFrom(msg.sender, _pair(path[0], path[1]), amountIn);
        _swap(path, address(this));
        uint256 amountOut = IERC20(WETH).balanceOf(address(this));
        if (amountOut < amountOutMin) revert TooLittle();
        WrappedEther(WETH).withdraw(amountOut);
        (bool sent,) = to.call{value: amountOut}("");
        if (!sent) revert TransferRefused();
    }

    function _swap(address[] calldata path, address to) private {
        for (uint256 at = 0; at + 1 < path.length; at++) {
            (address from, address into) = (path[at], path[at + 1]);
            address pair = _pair(from, into);
            (uint256 reserveIn, uint256 reserveOut) = _reserves(pair, from, into);
            uint256 amountIn = IERC20(from).balanceOf(pair) - reserveIn;
            uint256 amountOut = getAmountOut(amountIn, reserveIn, reserveOut);
            (uint256 amount0Out, uint256 amount1Out) = from < into ? (uint256(0), amountOut) : (amountOut, uint256(0));
            address receiver = at + 2 < path.length ? _pair(into, path[at + 2]) : to;
            SwapPair(pair).swap(amount0Out, amount1Out, receiver, "");
        }
    }

    function _pair(address tokenA, address tokenB) private view returns (address pair) {
        pair = SwapFactory(factory).getPair(tokenA, tokenB);
        if (pair == address(0)) revert PoolMissing();
    }

    function _reserves(address pair, address tokenA, address tokenB) private view returns (uint256, uint256) {
        (uint112 reserve0, uint112 reserve1,) = SwapPair(pair).getReserves();
        return tokenA < tokenB ? (uint256(reserve0), uint256(reserve1)) : (uint256(reserve1), uint256(reserve0));
    }
}
